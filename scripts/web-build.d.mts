/** Builds the web application, unless what it is made of hasn't changed; ends the process with one line when that fails. */
export function ensureWebBuilt(): void;
