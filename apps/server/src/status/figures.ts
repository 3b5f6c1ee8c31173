/** Renders the status page's figures with the web application's own components, as they were built. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Language, ServiceStatus } from "@chartrelay/contract";
import { readNamespace } from "@chartrelay/locales";
import type { StatusMonitor } from "./monitor.ts";

/** What apps/web/src/app/site/figures.tsx exports. */
interface Renderer {
  renderFigures(status: ServiceStatus, language: Language, texts: Readonly<Record<string, object>>): string;
}

/** Returns what renders the figures of the moment. They are rendered once for all requests until they change. */
export async function createFigures(
  webDirectory: string,
  monitor: Pick<StatusMonitor, "status">,
): Promise<(language: Language) => string> {
  const file = join(webDirectory, "figures.js");
  if (!existsSync(file)) return () => "";
  const { renderFigures } = (await import(pathToFileURL(file).href)) as Renderer;
  const rendered = new Map<Language, { readonly status: ServiceStatus; readonly html: string }>();
  return (language) => {
    const { status } = monitor;
    const known = rendered.get(language);
    if (known?.status === status) return known.html;
    const texts = { status: readNamespace(language, "status"), trading: readNamespace(language, "trading") };
    const html = renderFigures(status, language, texts);
    rendered.set(language, { status, html });
    return html;
  };
}
