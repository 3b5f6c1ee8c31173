/** The product's mails. These functions don't render: each says which text goes to whom with which data. */
import type { Language, Plan } from "@chartrelay/contract";
import type { SecretBox } from "../../platform/security/secret-box.ts";
import type { NamedAccount, NewMessage } from "../index.ts";

/** A mail's recipient. */
export interface Addressee {
  readonly id: string;
  readonly email: string;
  readonly fullName: string;
  readonly language: Language;
  /** If null, only mails with a link that confirms the address are sent. */
  readonly emailConfirmedAt: Date | null;
}

/** A link's token as stored until its mail is rendered: see `tokenPlace`. */
interface SealedLink {
  userId: string;
  sealedToken: string;
}

/** All texts with their data. The data is stored until the mail is sent, so it contains no secret in the clear. */
export interface MailData {
  welcome: { name: string } & SealedLink;
  email_confirmation: { name: string } & SealedLink;
  password_reset: { name: string } & SealedLink;
  /** The same for an unconfirmed address: setting a password through it clears what somebody else may have left. */
  address_claim: { name: string } & SealedLink;
  password_changed: { name: string; at: string };
  new_sign_in: { name: string; at: string; address: string; agent: string };
  accounts_changed: { name: string; at: string; changes: readonly ChangedAccount[] };
  telegram_linked: { name: string; at: string };
  two_factor_off: { name: string; at: string };
  payment_received: { name: string; amountKopecks: number; plan: Plan; until: string };
  subscription_ending: { name: string; days: number; until: string };
  subscription_ended: { name: string };
}
export type MailKind = keyof MailData;

/**
 * The place to which a link's token is sealed: it doesn't open in another user's mail, or in a mail of another kind.
 */
export const tokenPlace = (userId: string, kind: MailKind) =>
  ({ table: "messages", userId, recordId: userId, field: kind }) as const;

/** The first mail, with the link that confirms the address. */
export function welcomeMail(to: Addressee, token: string, secretBox: SecretBox): NewMessage {
  return mail("welcome", to, sealedLink("welcome", to, token, secretBox), { key: `welcome:${to.id}` });
}

/** A new link that confirms the address; invalid after `expiresAt`. */
export function emailConfirmationMail(to: Addressee, token: string, expiresAt: Date, secretBox: SecretBox): NewMessage {
  return mail("email_confirmation", to, sealedLink("email_confirmation", to, token, secretBox), { expiresAt });
}

/** Its link works until `expiresAt`, and the mail isn't sent after that. */
export function passwordResetMail(to: Addressee, token: string, expiresAt: Date, secretBox: SecretBox): NewMessage {
  const kind = to.emailConfirmedAt ? "password_reset" : "address_claim";
  return mail(kind, to, sealedLink(kind, to, token, secretBox), { expiresAt });
}

export function passwordChangedMail(to: Addressee, at: Date): NewMessage[] {
  return onceProven(to, mail("password_changed", to, { at: at.toISOString() }));
}

/** `agent` is the user agent, which a client can set to anything. */
export function newSignInMail(to: Addressee, at: Date, address: string, agent = ""): NewMessage[] {
  return onceProven(to, mail("new_sign_in", to, { at: at.toISOString(), address, agent: agent.slice(0, 200) }));
}

/** The changed fields of an account: their names, never their values. */
export interface ChangedAccount extends NamedAccount {
  readonly fields: readonly string[];
}

export function accountsChangedMail(to: Addressee, at: Date, changes: readonly ChangedAccount[]): NewMessage[] {
  return onceProven(to, mail("accounts_changed", to, { at: at.toISOString(), changes }));
}

export function telegramLinkedMail(to: Addressee, at: Date): NewMessage[] {
  return onceProven(to, mail("telegram_linked", to, { at: at.toISOString() }));
}

export function twoFactorOffMail(to: Addressee, at: Date): NewMessage[] {
  return onceProven(to, mail("two_factor_off", to, { at: at.toISOString() }));
}

/** One mail per payment, however often it is requested. `until` is PRO's new end. */
export function paymentReceivedMail(
  to: Addressee,
  payment: { readonly id: string; readonly amountKopecks: number; readonly plan: Plan; readonly until: Date },
): NewMessage[] {
  const { id, amountKopecks, plan, until } = payment;
  const data = { amountKopecks, plan, until: until.toISOString() };
  return onceProven(to, mail("payment_received", to, data, { key: `mail:payment:${id}:received` }));
}

/** One mail per end and number of days, however often it is requested. It expires after a day. */
export function subscriptionEndingMail(to: Addressee, days: 7 | 3 | 1, until: Date): NewMessage[] {
  const key = `mail:subscription:${to.id}:${until.getTime()}:${days}`;
  return onceProven(to, mail("subscription_ending", to, { days, until: until.toISOString() }, { key }));
}

export function subscriptionEndedMail(to: Addressee, until: Date): NewMessage[] {
  const key = `mail:subscription:${to.id}:${until.getTime()}:ended`;
  return onceProven(to, mail("subscription_ended", to, {}, { key }));
}

/**
 * Somebody may have signed up with another person's address, so nothing is sent there until its owner has confirmed it.
 */
function onceProven({ emailConfirmedAt }: Addressee, message: NewMessage): NewMessage[] {
  return emailConfirmedAt === null ? [] : [message];
}

function sealedLink(kind: MailKind, { id }: Addressee, token: string, secretBox: SecretBox): SealedLink {
  return { userId: id, sealedToken: secretBox.seal(token, tokenPlace(id, kind)) };
}

function mail<Kind extends MailKind>(
  kind: Kind,
  { id, email, fullName, language }: Addressee,
  data: Omit<MailData[Kind], "name">,
  more: Pick<NewMessage, "key" | "expiresAt"> = {},
): NewMessage {
  return { userId: id, channel: "MAIL", address: email, language, kind, data: { name: fullName, ...data }, ...more };
}
