import { isRouteErrorResponse, useRouteError } from "react-router";

/** Shown when a route fails. The wording is the router's own: specification, section 2. */
export function RouterError() {
  const error = useRouteError();
  return (
    <main className="container-page py-24">
      <h1 className="text-28 font-semibold">Unexpected Application Error!</h1>
      <p className="mt-3 text-18 text-error [overflow-wrap:anywhere]">{describe(error)}</p>
    </main>
  );
}

function describe(error: unknown): string {
  if (isRouteErrorResponse(error)) {
    const text = typeof error.data === "string" && error.data !== "" ? error.data : error.statusText;
    return `${error.status} ${text}`.trim();
  }
  return error instanceof Error ? error.message : String(error);
}
