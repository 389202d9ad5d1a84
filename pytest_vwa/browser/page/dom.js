// What the other parts ask of a document: its numbers, its words, its places, what can be reached.
const dom = { ...numbers, ...words, ...places, ...reach };
