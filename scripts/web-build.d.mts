/** Builds the web application if its sources have changed; exits with an error message if that fails. */
export function ensureWebBuilt(): void;
