/** GET /status/feed.xml: incidents as an Atom feed (RFC 4287), in the reader's language. */
import type { Incident, Language } from "@chartrelay/contract";
import { translator } from "@chartrelay/locales";

export interface FeedOptions {
  readonly incidents: readonly Incident[];
  readonly language: Language;
  readonly brand: string;
  /** http://host */
  readonly origin: string;
  /** When incidents were last read; the feed's own time while there is none. */
  readonly at: string;
}

/** Returns the feed. An entry's id is its incident's, so that readers know it again after an update, in any language. */
export function renderFeed({ incidents, language, brand, origin, at }: FeedOptions): string {
  const t = translator(language);
  const page = `${origin}/status?lng=${language}`;
  const feed = `${origin}/status/feed.xml?lng=${language}`;
  const updatedAt = incidents.map(changedAt).toSorted().at(-1) ?? at;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}">`,
    `<id>${escapeXml(feed)}</id>`,
    `<title>${escapeXml(t("incidents:feed_title", { brand }))}</title>`,
    `<link rel="self" type="application/atom+xml" href="${escapeXml(feed)}"/>`,
    `<link rel="alternate" type="text/html" href="${escapeXml(page)}"/>`,
    `<author><name>${escapeXml(brand)}</name></author>`,
    `<updated>${updatedAt}</updated>`,
    ...incidents.map((incident) => entry(incident, language, page)),
    "</feed>",
    "",
  ].join("\n");
}

function entry(incident: Incident, language: Language, page: string): string {
  const told = incident.updates.map(
    ({ at, text }) => `<p><time datetime="${at}">${at}</time>: ${escapeXml(text[language])}</p>`,
  );
  return [
    "<entry>",
    `<id>urn:uuid:${incident.id}</id>`,
    `<title>${escapeXml(incident.title[language])}</title>`,
    `<link rel="alternate" type="text/html" href="${escapeXml(`${page}#${incident.id}`)}"/>`,
    `<published>${incident.openedAt}</published>`,
    `<updated>${changedAt(incident)}</updated>`,
    `<content type="html">${escapeXml(told.join(""))}</content>`,
    "</entry>",
  ].join("\n");
}

const changedAt = ({ updates, openedAt }: Incident) => updates[0]?.at ?? openedAt;

const escapeXml = (value: string) =>
  value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
