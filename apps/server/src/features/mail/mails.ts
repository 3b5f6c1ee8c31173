/** The mails that the product writes: each function words nothing, it says which text goes to whom with what in it. */
import type { Language, Plan } from "@chartrelay/contract";
import type { SecretBox } from "../../platform/security/secret-box.ts";
import type { NewMessage } from "../notify/index.ts";

/** Whom a mail goes to. */
export interface Addressee {
  readonly id: string;
  readonly email: string;
  readonly fullName: string;
  readonly language: Language;
}

/** The texts that there are, with what fills their blanks. Everything is stored until the mail is sent: no secret in the clear. */
export interface MailData {
  welcome: { name: string };
  /** `sealedToken` is opened when the mail is written: see `resetTokenPlace`. */
  password_reset: { name: string; userId: string; sealedToken: string };
  password_changed: { name: string; at: string };
  new_sign_in: { name: string; at: string; address: string; agent: string };
  payment_received: { name: string; amountKopecks: number; plan: Plan; until: string };
  subscription_ending: { name: string; days: number; until: string };
  subscription_ended: { name: string };
}
export type MailKind = keyof MailData;

/** Where a reset's token is sealed to: it opens in no other user's mail. */
export const resetTokenPlace = (userId: string) =>
  ({ table: "messages", userId, recordId: userId, field: "password_reset" }) as const;

export function welcomeMail(to: Addressee): NewMessage {
  return mail("welcome", to, {}, { key: `welcome:${to.id}` });
}

/** The link in it works until `expiresAt`, and the mail isn't sent later. */
export function passwordResetMail(to: Addressee, token: string, expiresAt: Date, secretBox: SecretBox): NewMessage {
  const sealedToken = secretBox.seal(token, resetTokenPlace(to.id));
  return mail("password_reset", to, { userId: to.id, sealedToken }, { expiresAt });
}

export function passwordChangedMail(to: Addressee, at: Date): NewMessage {
  return mail("password_changed", to, { at: at.toISOString() });
}

/** `agent` is what the program calls itself; anybody may call it anything. */
export function newSignInMail(to: Addressee, at: Date, address: string, agent = ""): NewMessage {
  return mail("new_sign_in", to, { at: at.toISOString(), address, agent: agent.slice(0, 200) });
}

/** One for each payment, however often it is asked for. `until` is when PRO ends now. */
export function paymentReceivedMail(
  to: Addressee,
  payment: { readonly id: string; readonly amountKopecks: number; readonly plan: Plan; readonly until: Date },
): NewMessage {
  const { id, amountKopecks, plan, until } = payment;
  return mail(
    "payment_received",
    to,
    { amountKopecks, plan, until: until.toISOString() },
    { key: `mail:payment:${id}:received` },
  );
}

/** One for each end and number of days, however often it is asked for. Worth nothing once a day has passed. */
export function subscriptionEndingMail(to: Addressee, days: 7 | 3 | 1, until: Date): NewMessage {
  const key = `mail:subscription:${to.id}:${until.getTime()}:${days}`;
  return mail("subscription_ending", to, { days, until: until.toISOString() }, { key });
}

export function subscriptionEndedMail(to: Addressee, until: Date): NewMessage {
  return mail("subscription_ended", to, {}, { key: `mail:subscription:${to.id}:${until.getTime()}:ended` });
}

function mail<Kind extends MailKind>(
  kind: Kind,
  { id, email, fullName, language }: Addressee,
  data: Omit<MailData[Kind], "name">,
  more: Pick<NewMessage, "key" | "expiresAt"> = {},
): NewMessage {
  return { userId: id, channel: "MAIL", address: email, language, kind, data: { name: fullName, ...data }, ...more };
}
