"""The profile ``strict``: the published rules with their known defects mended.

What is mended, and why, stands in docs/scoring.md.
"""
