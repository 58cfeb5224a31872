"""The lessons as a reader sees them: JupyterLab in a real browser."""
