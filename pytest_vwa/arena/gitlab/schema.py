"""The tables of the forge. Dates and times are ISO 8601 texts; ``tree`` is JSON, path to blob."""

SCHEMA = """
CREATE TABLE person (
  id INTEGER PRIMARY KEY, username TEXT UNIQUE NOT NULL COLLATE NOCASE, name TEXT NOT NULL,
  email TEXT UNIQUE NOT NULL COLLATE NOCASE, password TEXT NOT NULL, bio TEXT NOT NULL DEFAULT '',
  job TEXT NOT NULL DEFAULT '', place TEXT NOT NULL DEFAULT '', website TEXT NOT NULL DEFAULT '',
  status TEXT NOT NULL DEFAULT '', joined TEXT NOT NULL
);
CREATE TABLE follow (
  follower INTEGER NOT NULL, followed INTEGER NOT NULL, PRIMARY KEY (follower, followed)
);
CREATE TABLE team (
  id INTEGER PRIMARY KEY, path TEXT UNIQUE NOT NULL COLLATE NOCASE, name TEXT NOT NULL,
  description TEXT NOT NULL DEFAULT '', visibility TEXT NOT NULL, created TEXT NOT NULL
);
CREATE TABLE project (
  id INTEGER PRIMARY KEY, namespace TEXT NOT NULL COLLATE NOCASE, path TEXT NOT NULL COLLATE NOCASE,
  name TEXT NOT NULL, description TEXT NOT NULL DEFAULT '', visibility TEXT NOT NULL,
  branch TEXT NOT NULL DEFAULT 'main', team INTEGER, forked_from INTEGER,
  topics TEXT NOT NULL DEFAULT '', created TEXT NOT NULL, updated TEXT NOT NULL,
  UNIQUE (namespace, path)
);
CREATE TABLE star (
  person INTEGER NOT NULL, project INTEGER NOT NULL, PRIMARY KEY (person, project)
);
-- "source" is 'project' or 'team': members of a team are members of its projects.
CREATE TABLE member (
  source TEXT NOT NULL, source_id INTEGER NOT NULL, person INTEGER NOT NULL,
  level INTEGER NOT NULL, joined TEXT NOT NULL, expires TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (source, source_id, person)
);
CREATE VIEW access AS
  SELECT project, person, max(level) AS level FROM (
    SELECT source_id AS project, person, level FROM member WHERE source = 'project'
    UNION ALL
    SELECT project.id, member.person, member.level FROM member
    JOIN project ON project.team = member.source_id WHERE member.source = 'team'
  ) GROUP BY project, person;

CREATE TABLE blob (id TEXT PRIMARY KEY, text TEXT NOT NULL);
CREATE TABLE commits (
  project INTEGER NOT NULL, sha TEXT NOT NULL, parent TEXT NOT NULL, author INTEGER NOT NULL,
  created TEXT NOT NULL, title TEXT NOT NULL, body TEXT NOT NULL, tree TEXT NOT NULL,
  PRIMARY KEY (project, sha)
);
CREATE TABLE ref (
  project INTEGER NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL, sha TEXT NOT NULL,
  message TEXT NOT NULL DEFAULT '', PRIMARY KEY (project, kind, name)
);

CREATE TABLE label (
  id INTEGER PRIMARY KEY, project INTEGER NOT NULL, name TEXT NOT NULL, colour TEXT NOT NULL,
  description TEXT NOT NULL DEFAULT '', UNIQUE (project, name)
);
CREATE TABLE milestone (
  id INTEGER PRIMARY KEY, project INTEGER NOT NULL, iid INTEGER NOT NULL, title TEXT NOT NULL,
  description TEXT NOT NULL DEFAULT '', start TEXT NOT NULL DEFAULT '',
  due TEXT NOT NULL DEFAULT '', state TEXT NOT NULL DEFAULT 'active', UNIQUE (project, iid)
);
-- An issue, or a merge request with branches. "base" and "head" are what it changes.
CREATE TABLE ticket (
  id INTEGER PRIMARY KEY, project INTEGER NOT NULL, kind TEXT NOT NULL, iid INTEGER NOT NULL,
  title TEXT NOT NULL, description TEXT NOT NULL DEFAULT '', state TEXT NOT NULL,
  author INTEGER NOT NULL, assignee INTEGER, reviewer INTEGER, milestone INTEGER,
  due TEXT NOT NULL DEFAULT '', created TEXT NOT NULL, updated TEXT NOT NULL,
  source TEXT NOT NULL DEFAULT '', target TEXT NOT NULL DEFAULT '',
  base TEXT NOT NULL DEFAULT '', head TEXT NOT NULL DEFAULT '', UNIQUE (project, kind, iid)
);
CREATE TABLE ticket_label (
  ticket INTEGER NOT NULL, label INTEGER NOT NULL, PRIMARY KEY (ticket, label)
);
CREATE TABLE note (
  id INTEGER PRIMARY KEY, ticket INTEGER NOT NULL, author INTEGER NOT NULL, body TEXT NOT NULL,
  system INTEGER NOT NULL DEFAULT 0, created TEXT NOT NULL
);
CREATE INDEX note_ticket ON note (ticket);
CREATE TABLE todo (
  id INTEGER PRIMARY KEY, person INTEGER NOT NULL, ticket INTEGER NOT NULL, author INTEGER NOT NULL,
  action TEXT NOT NULL, created TEXT NOT NULL, done INTEGER NOT NULL DEFAULT 0
);
"""
