/** Renders a mail in its reader's language, as text and as HTML. */
import type { Language } from "@chartrelay/contract";
import { translator } from "@chartrelay/locales";
import type { SecretBox } from "../../platform/security/secret-box.ts";
import { accountInWords } from "../index.ts";
import { mailHtml, mailText, type MailParts } from "./layout.ts";
import { tokenPlace, type ChangedAccount, type MailData, type MailKind } from "./mails.ts";

export interface WrittenMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Where the reader can turn off such mail; absent if it can't be turned off. */
  readonly settingsUrl?: string;
}

export interface MailSettings {
  readonly brand: string;
  /** Without a trailing slash. */
  readonly publicUrl: string;
  readonly contactEmail?: string | undefined;
}

/** A kind of mail that this version doesn't know, or can no longer render. */
export class UnknownMail extends Error {
  override readonly name = "UnknownMail";
}

/** The path of each mail's button. If it ends in `=`, the mail's token follows. */
const BUTTON_PATHS: Readonly<Record<MailKind, string>> = {
  welcome: "/profile?confirm-email=",
  email_confirmation: "/profile?confirm-email=",
  password_reset: "/reset-password?token=",
  address_claim: "/reset-password?token=",
  password_changed: "/reset-password",
  new_sign_in: "/reset-password",
  accounts_changed: "/reset-password",
  telegram_linked: "/reset-password",
  two_factor_off: "/reset-password",
  payment_received: "/profile",
  subscription_ending: "/profile/checkout",
  subscription_ended: "/profile/checkout",
};
/** Reminders, which a reader can turn off; the others are about security or money. */
const REMINDERS: ReadonlySet<MailKind> = new Set(["subscription_ending", "subscription_ended"]);
const KINDS: ReadonlySet<string> = new Set(Object.keys(BUTTON_PATHS));
/** Anybody can sign up with somebody else's address, so a name must not carry an advertisement there. */
const LINK = /:\/|www\.|\.\p{L}{2,}/iu;
/**
 * Mail programs also link this dot: it is one of the domain-name dots of UTS 46, and the only one that NFKC doesn't
 * fold.
 */
const IDEOGRAPHIC_DOT = /。/gu;
const PARAGRAPHS = ["lead", "body", "more"] as const;

/**
 * Renders the mail of `kind` with `data`.
 * @throws {UnknownMail} if there is no such text.
 * @throws {SecretUnreadable} if a token in it no longer opens.
 */
export function writeMail(
  kind: string,
  data: Readonly<Record<string, unknown>>,
  language: Language,
  settings: MailSettings,
  secretBox: Pick<SecretBox, "open">,
): WrittenMail {
  if (!isKind(kind)) throw new UnknownMail(kind);
  const blanks = { ...worded(data, language), brand: settings.brand };
  const translate = translator(language);
  const say = (part: string): string | undefined => {
    const key = `mail:${kind}_${part}`;
    const said = translate(key, blanks);
    // For an unknown key, translate returns the key, with or without its namespace.
    return said === key || said === `${kind}_${part}` ? undefined : said;
  };
  const subject = say("subject") ?? "";
  const path = BUTTON_PATHS[kind];
  const label = say("button");
  const parts: MailParts = {
    brand: settings.brand,
    language,
    subject,
    greeting: translate(isFitToGreet(blanks.name) ? "mail:greeting" : "mail:greeting_nameless", blanks),
    paragraphs: PARAGRAPHS.flatMap((part) => say(part) ?? []),
    ...(label && { button: { label, url: settings.publicUrl + path + tokenIn(kind, data, secretBox) } }),
    ...(say("after") && { after: say("after") }),
    footer: translate(settings.contactEmail ? "mail:footer_contact" : "mail:footer", {
      ...blanks,
      url: settings.publicUrl,
      contact: settings.contactEmail ?? "",
    }),
  };
  return {
    subject,
    text: mailText(parts),
    html: mailHtml(parts),
    ...(REMINDERS.has(kind) && { settingsUrl: `${settings.publicUrl}/profile/settings#preferences` }),
  };
}

function isFitToGreet(name: string): boolean {
  return name !== "" && !LINK.test(name.normalize("NFKC").replaceAll(IDEOGRAPHIC_DOT, "."));
}

function isKind(kind: string): kind is MailKind {
  return KINDS.has(kind);
}

/** Returns the token of the mail's link; empty if its button needs none. */
function tokenIn(kind: MailKind, data: Readonly<Record<string, unknown>>, secretBox: Pick<SecretBox, "open">): string {
  const { userId, sealedToken } = data as Partial<MailData["password_reset"]>;
  return userId && sealedToken ? secretBox.open(sealedToken, tokenPlace(userId, kind)) : "";
}

type Blanks = Record<string, string | number> & { readonly name: string };

/** Formats dates, sums and periods for the reader's language. Times are in Moscow time, like the exchange's. */
function worded(data: Readonly<Record<string, unknown>>, language: Language): Blanks {
  const { name, days, address, agent, at, until, amountKopecks, plan, changes } = data as Partial<
    Record<string, never>
  > & {
    name?: string;
    days?: number;
    address?: string;
    agent?: string;
    at?: string;
    until?: string;
    amountKopecks?: number;
    plan?: string;
    changes?: readonly ChangedAccount[];
  };
  const translate = translator(language);
  const locale = language === "ru" ? "ru-RU" : "en-GB";
  const moscow = { timeZone: "Europe/Moscow" } as const;
  return {
    name: name ?? "",
    address: address ?? "",
    agent: agent ?? "",
    ...(days !== undefined && { count: days }),
    ...(at && {
      at: `${new Intl.DateTimeFormat(locale, { ...moscow, dateStyle: "long", timeStyle: "short" }).format(new Date(at))} (${language === "ru" ? "МСК" : "MSK"})`,
    }),
    ...(until && {
      until: new Intl.DateTimeFormat(locale, { ...moscow, dateStyle: "long" })
        .format(new Date(until))
        // A date may end a sentence.
        .replace(/\sг\.$/, " года"),
    }),
    ...(amountKopecks !== undefined && {
      amount: new Intl.NumberFormat(locale, {
        style: "currency",
        currency: "RUB",
        minimumFractionDigits: amountKopecks % 100 === 0 ? 0 : 2,
      }).format(amountKopecks / 100),
    }),
    ...(changes && {
      changes: changes
        .map(({ fields, ...account }) => {
          const changed = fields.map((field) => translate(`audit:field_${field}`)).join(", ");
          return `${accountInWords(account, translate)}: ${changed}`;
        })
        .join("\n"),
    }),
    ...(plan && { months: Number.parseInt(plan, 10) }),
  };
}
