/** An alert as the chat sees it: its text as it was posted; a JSON object as a list of its fields. */
import { escapeHtml, type ChatTextOf } from "../messaging/index.ts";

/** The kind of message that delivers an alert. Its data is an `AlertContent`. */
export const ALERT_KIND = "alert";

/** What an alert says: text, or JSON as it was posted. */
export type AlertContent = { readonly text: string } | { readonly json: string };

export const alertText: ChatTextOf = (data) => {
  const content = data as AlertContent;
  const html = "text" in content ? escapeHtml(content.text) : fieldsOf(JSON.parse(content.json)) || content.json;
  return { html, line: html.replaceAll("\n", " "), isFailure: false };
};

function fieldsOf(value: unknown): string {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return escapeHtml(wording(value));
  return Object.entries(value)
    .map(([name, field]) => `<b>${escapeHtml(name)}</b>: ${escapeHtml(wording(field))}`)
    .join("\n");
}

function wording(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
