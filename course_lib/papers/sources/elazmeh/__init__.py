"""William Elazmeh, Nathalie Japkowicz and Stan Matwin (2006)."""
