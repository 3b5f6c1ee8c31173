/** Exits with 0 while the server in this container takes alerts, as GET /readyz says. */
const port = process.env["PORT"] || "8080";
const isReady = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(2_500) }).then(
  ({ ok }) => ok,
  () => false,
);
process.exit(isReady ? 0 : 1);
