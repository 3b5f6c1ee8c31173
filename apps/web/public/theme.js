// Runs before the first paint, so that a chosen theme doesn't flash. Without a choice the system's theme stands.
try {
  const theme = localStorage.getItem("theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // A browser that refuses storage shows the system's theme.
}
