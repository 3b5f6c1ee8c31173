/**
 * Renders the figures of the status page. The server runs it at requests, as a built file of its own: so the page needs no
 * script, and shows what is known even while nothing else works.
 */
import type { Language, ServiceStatus } from "@chartrelay/contract";
import type { ResourceLanguage } from "i18next";
import { renderToStaticMarkup } from "react-dom/server";
import { islandTexts } from "./island-texts.ts";
import { Figures } from "../../features/status/index.ts";
import { TextsProvider } from "../../lib/texts.ts";

/** Returns the figures' markup. `texts` holds the namespaces `status` and `trading` of the language. */
export function renderFigures(status: ServiceStatus, language: Language, texts: ResourceLanguage): string {
  return renderToStaticMarkup(
    <TextsProvider value={islandTexts({ language, texts })}>
      <Figures status={status} />
    </TextsProvider>,
  );
}
