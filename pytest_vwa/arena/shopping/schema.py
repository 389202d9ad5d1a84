"""The tables of the shop. Money is in cents; JSON texts hold lists and mappings."""

SCHEMA = """
CREATE TABLE category (path TEXT PRIMARY KEY, name TEXT NOT NULL);

CREATE TABLE product (
  id INTEGER PRIMARY KEY, sku TEXT UNIQUE NOT NULL, name TEXT NOT NULL, slug TEXT UNIQUE NOT NULL,
  category TEXT NOT NULL REFERENCES category, price INTEGER NOT NULL, about TEXT NOT NULL,
  features TEXT NOT NULL, details TEXT NOT NULL, options TEXT NOT NULL, pictures TEXT NOT NULL,
  words TEXT NOT NULL, stock INTEGER NOT NULL DEFAULT 100, in_stock INTEGER NOT NULL DEFAULT 1,
  enabled INTEGER NOT NULL DEFAULT 1
);
CREATE TABLE review (
  id INTEGER PRIMARY KEY, product INTEGER NOT NULL REFERENCES product, customer INTEGER,
  nickname TEXT NOT NULL, stars INTEGER NOT NULL, title TEXT NOT NULL, detail TEXT NOT NULL,
  created TEXT NOT NULL, status TEXT NOT NULL DEFAULT 'Approved'
);
CREATE INDEX reviews ON review (product);
-- What visitors see: products for sale, and of their reviews those that were approved.
CREATE VIEW shelf AS
  SELECT product.*, count(review.id) AS reviews,
         CAST(round(coalesce(avg(review.stars), 0) * 20) AS INTEGER) AS percent
  FROM product LEFT JOIN review ON review.product = product.id AND review.status = 'Approved'
  WHERE product.enabled GROUP BY product.id;

CREATE TABLE customer (
  id INTEGER PRIMARY KEY, firstname TEXT NOT NULL, lastname TEXT NOT NULL,
  email TEXT UNIQUE NOT NULL COLLATE NOCASE, password TEXT NOT NULL,
  subscribed INTEGER NOT NULL DEFAULT 0, created TEXT NOT NULL DEFAULT '2024-06-15 12:00:00',
  circle TEXT NOT NULL DEFAULT 'General'
);
CREATE TABLE address (
  id INTEGER PRIMARY KEY, customer INTEGER NOT NULL REFERENCES customer,
  firstname TEXT NOT NULL, lastname TEXT NOT NULL, phone TEXT NOT NULL, street TEXT NOT NULL,
  city TEXT NOT NULL, region TEXT NOT NULL, postcode TEXT NOT NULL, country TEXT NOT NULL,
  billing INTEGER NOT NULL DEFAULT 0, shipping INTEGER NOT NULL DEFAULT 0
);

-- "shopper" is whoever fills the cart: a customer, or a visitor known by the session alone.
CREATE TABLE cart (
  id INTEGER PRIMARY KEY, shopper TEXT NOT NULL, product INTEGER NOT NULL REFERENCES product,
  qty INTEGER NOT NULL, options TEXT NOT NULL, UNIQUE (shopper, product, options)
);
CREATE TABLE compared (
  shopper TEXT NOT NULL, product INTEGER NOT NULL REFERENCES product,
  PRIMARY KEY (shopper, product)
);
CREATE TABLE wish (
  id INTEGER PRIMARY KEY, customer INTEGER NOT NULL REFERENCES customer,
  product INTEGER NOT NULL REFERENCES product, UNIQUE (customer, product)
);

CREATE TABLE orders (
  id INTEGER PRIMARY KEY, customer INTEGER NOT NULL REFERENCES customer, status TEXT NOT NULL,
  created TEXT NOT NULL, subtotal INTEGER NOT NULL, shipping INTEGER NOT NULL,
  billed_to TEXT NOT NULL, shipped_to TEXT NOT NULL
);
CREATE TABLE ordered (
  id INTEGER PRIMARY KEY, order_id INTEGER NOT NULL REFERENCES orders,
  product INTEGER NOT NULL REFERENCES product, qty INTEGER NOT NULL, price INTEGER NOT NULL,
  options TEXT NOT NULL
);

-- What the back office writes of an order.
CREATE TABLE note (
  id INTEGER PRIMARY KEY, order_id INTEGER NOT NULL REFERENCES orders, created TEXT NOT NULL,
  status TEXT NOT NULL, text TEXT NOT NULL,
  notified INTEGER NOT NULL DEFAULT 0, visible INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE invoice (
  id INTEGER PRIMARY KEY, order_id INTEGER UNIQUE NOT NULL REFERENCES orders,
  created TEXT NOT NULL, tracking TEXT NOT NULL DEFAULT '', carrier TEXT NOT NULL DEFAULT ''
);
CREATE TABLE shipment (
  id INTEGER PRIMARY KEY, order_id INTEGER UNIQUE NOT NULL REFERENCES orders,
  created TEXT NOT NULL, tracking TEXT NOT NULL DEFAULT '', carrier TEXT NOT NULL DEFAULT ''
);
CREATE INDEX note_of_order ON note (order_id);
CREATE INDEX ordered_of_order ON ordered (order_id);
CREATE INDEX review_of_product ON review (product);

CREATE TABLE search_term (
  id INTEGER PRIMARY KEY, text TEXT UNIQUE NOT NULL COLLATE NOCASE, results INTEGER NOT NULL,
  uses INTEGER NOT NULL, redirect TEXT NOT NULL DEFAULT ''
);
CREATE TABLE rule (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL, description TEXT NOT NULL,
  active INTEGER NOT NULL, circles TEXT NOT NULL, coupon TEXT NOT NULL,
  starts TEXT NOT NULL, ends TEXT NOT NULL, priority INTEGER NOT NULL,
  action TEXT NOT NULL, amount REAL NOT NULL
);
CREATE TABLE cms_page (
  id INTEGER PRIMARY KEY, title TEXT NOT NULL, slug TEXT UNIQUE NOT NULL, content TEXT NOT NULL,
  active INTEGER NOT NULL, modified TEXT NOT NULL
);

CREATE TABLE subscriber (email TEXT PRIMARY KEY COLLATE NOCASE);
CREATE TABLE message (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL, email TEXT NOT NULL, phone TEXT NOT NULL,
  comment TEXT NOT NULL
);
"""
