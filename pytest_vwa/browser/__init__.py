"""The browser as the agent and the evaluators need it."""
