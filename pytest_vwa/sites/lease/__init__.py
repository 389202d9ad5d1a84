"""Leases: who may use which replica of a site, alone or beside others."""
