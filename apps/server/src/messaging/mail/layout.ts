/**
 * A mail's layout: one column that any mail program shows, light or dark as the reader prefers. It loads nothing and
 * tracks nobody.
 */
import type { Language } from "@chartrelay/contract";

export interface MailParts {
  readonly brand: string;
  readonly language: Language;
  readonly subject: string;
  readonly greeting: string;
  readonly paragraphs: readonly string[];
  readonly button?: { readonly label: string; readonly url: string };
  /** The text below the button. */
  readonly after?: string | undefined;
  readonly footer: string;
}

/** Returns the mail as plain text. */
export function mailText({ greeting, paragraphs, button, after, footer }: MailParts): string {
  const blocks = [
    greeting,
    ...paragraphs,
    ...(button ? [`${button.label}:\n${button.url}`] : []),
    ...(after ? [after] : []),
    `-- \n${footer}`,
  ];
  return `${blocks.join("\n\n")}\n`;
}

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Arial,sans-serif";
/** Programs that ignore style sheets show the inline light colours. */
const DARK = `@media (prefers-color-scheme: dark) {
  .page { background: #0f1216 !important } .card { background: #181d23 !important; border-color: #2a323b !important }
  .ink { color: #e8ecf0 !important } .dim { color: #98a4b0 !important }
}`;

/** Returns the mail as HTML, with every text escaped. */
export function mailHtml({ brand, language, subject, greeting, paragraphs, button, after, footer }: MailParts): string {
  const paragraph = (text: string, kind = "ink", style = "font-size:16px;line-height:1.5;color:#14181d") =>
    `<p class="${kind}" style="margin:0 0 16px;${style}">${escaped(text).replaceAll("\n", "<br>")}</p>`;
  const small = "font-size:13px;line-height:1.5;color:#5b6670";
  const link = button && escaped(button.url);
  const action = button
    ? `<p style="margin:8px 0 24px"><a href="${link}" style="display:inline-block;padding:12px 20px;border-radius:8px;` +
      `background:#1d63d8;color:#ffffff;font-weight:600;text-decoration:none">${escaped(button.label)}</a></p>` +
      `<p class="dim" style="margin:0 0 16px;${small};word-break:break-all">${link}</p>`
    : "";
  return (
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">` +
    `<title>${escaped(subject)}</title><style>${DARK}</style></head>` +
    `<body class="page" style="margin:0;padding:0;background:#f3f5f7;${FONT}">` +
    `<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#f3f5f7">` +
    `<tr><td align="center" style="padding:24px 12px">` +
    `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">` +
    `<tr><td class="ink" style="padding:0 4px 12px;font-size:16px;font-weight:700;color:#14181d">${escaped(brand)}</td></tr>` +
    `<tr><td class="card" style="padding:28px 24px 12px;border:1px solid #dde2e7;border-radius:12px;background:#ffffff">` +
    paragraph(greeting) +
    paragraphs.map((text) => paragraph(text)).join("") +
    action +
    (after ? paragraph(after, "dim", small) : "") +
    `</td></tr><tr><td style="padding:16px 4px 0">${paragraph(footer, "dim", small)}</td></tr>` +
    `</table></td></tr></table></body></html>\n`
  );
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
