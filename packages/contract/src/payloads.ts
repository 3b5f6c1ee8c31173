/**
 * What the forms send: specification, sections 5 and 7. Error messages are codes, translated by `validation` in the
 * locales.
 */
import * as z from "zod/mini";
import { ACCOUNT_NAME_MAX_LENGTH, MAX_ACCOUNTS, PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from "./business.ts";
import { LANGUAGES, NOTIFICATIONS, ON_UNKNOWN_OUTCOME, VENUES } from "./enumerations.ts";
import { user } from "./entities.ts";

const required = z
  .string("required")
  .check(z.trim(), z.minLength(1, "required"), z.maxLength(255, "too_long"), z.regex(/^\P{Cc}*$/u, "invalid"));
const email = z
  .string("required")
  .check(
    z.trim(),
    z.toLowerCase(),
    z.minLength(1, { error: "required", abort: true }),
    z.maxLength(254, "too_long"),
    z.email("invalid_email"),
  );
const password = z
  .string("required")
  .check(
    z.minLength(1, { error: "required", abort: true }),
    z.minLength(PASSWORD_MIN_LENGTH, "short_password"),
    z.maxLength(PASSWORD_MAX_LENGTH, "too_long"),
  );
const optionalText = z.nullish(
  z.string("invalid").check(z.trim(), z.maxLength(255, "too_long"), z.regex(/^\P{Cc}*$/u, "invalid")),
);

/** Reports a mismatch on the repeat field, as the specification's forms do. */
const same = <Values extends Record<string, unknown>>(first: keyof Values & string, repeat: keyof Values & string) =>
  z.refine<Values>((values) => values[first] === values[repeat], { error: "password_mismatch", path: [repeat] });

/** `code` is the second factor, sent after the answer `second_factor_needed` has asked for it. */
export const loginPayload = z.object({
  email,
  password,
  code: z.optional(z.string("required").check(z.trim(), z.maxLength(64, "too_long"))),
});
export type LoginPayload = z.infer<typeof loginPayload>;

export const signupPayload = z
  .object({
    utmSource: optionalText,
    email,
    fullName: required,
    password,
    confirmPassword: password,
    acceptedDocuments: z.optional(z.array(z.string().check(z.maxLength(64))).check(z.maxLength(10))),
  })
  .check(same("password", "confirmPassword"));
export type SignupPayload = z.infer<typeof signupPayload>;

export const passwordPayload = z
  .object({ password, newPassword: password, confirmNewPassword: password })
  .check(same("newPassword", "confirmNewPassword"));
export type PasswordPayload = z.infer<typeof passwordPayload>;

/** Requests a mail with a link that sets a new password. */
export const passwordResetPayload = z.object({ email });
export type PasswordResetPayload = z.infer<typeof passwordResetPayload>;

/** The token in a mailed link. */
const token = z.string("required").check(z.minLength(1, "required"), z.maxLength(128, "invalid"));

export const passwordResetConfirmPayload = z
  .object({
    token,
    newPassword: password,
    confirmNewPassword: password,
  })
  .check(same("newPassword", "confirmNewPassword"));
export type PasswordResetConfirmPayload = z.infer<typeof passwordResetConfirmPayload>;

/** Confirms the user's e-mail address. */
export const emailConfirmationPayload = z.object({ token });
export type EmailConfirmationPayload = z.infer<typeof emailConfirmationPayload>;

/**
 * Personal data. The specification sends the whole form, including `email`, `password` and `confirm`, without any
 * rules. Only the two personal fields are changed here; e-mail and password have their own, guarded requests.
 */
export const infoPayload = z.object({
  email: z.optional(z.unknown()),
  fullName: optionalText,
  telegram: optionalText,
  password: z.optional(z.unknown()),
  confirm: z.optional(z.unknown()),
});
export type InfoPayload = z.infer<typeof infoPayload>;

/** Which notifications the user gets, and in which language; omitted fields stay as they are. */
export const settingsPayload = z.object({
  language: z.optional(z.enum(LANGUAGES, "invalid")),
  notifications: z.optional(z.enum(NOTIFICATIONS, "invalid")),
});
export type SettingsPayload = z.infer<typeof settingsPayload>;

export const session = z.object({ accessToken: z.string(), user });
export type Session = z.infer<typeof session>;

/** No control characters, line breaks or marks that turn the direction of the text around them. */
const ONE_LINE = /^[^\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]*$/u;

/** A broker account entry in a request. An entry without an id is new; an empty or masked key keeps the stored one. */
export const accountEntry = z.object({
  id: z.nullish(z.string().check(z.maxLength(64))),
  name: z.nullish(
    z.string("invalid").check(z.trim(), z.maxLength(ACCOUNT_NAME_MAX_LENGTH, "too_long"), z.regex(ONE_LINE, "invalid")),
  ),
  exchange: z.nullish(z.enum(VENUES, "invalid")),
  apiKey: z.nullish(
    z.string("invalid").check(z.trim(), z.maxLength(4096, "too_long"), z.regex(/^\P{Cc}*$/u, "invalid")),
  ),
  secretKey: z.nullish(
    z.string("invalid").check(z.trim(), z.maxLength(4096, "too_long"), z.regex(/^\P{Cc}*$/u, "invalid")),
  ),
  telegramChatId: z.nullish(
    z.string("invalid").check(z.trim(), z.maxLength(64, "too_long"), z.regex(/^(-?\d+)?$/, "invalid")),
  ),
  isDemo: z.nullish(z.boolean("invalid")),
  allowMargin: z.nullish(z.boolean("invalid")),
  isPaused: z.nullish(z.boolean("invalid")),
  onUnknownOutcome: z.nullish(z.enum(ON_UNKNOWN_OUTCOME, "invalid")),
  createdDate: z.nullish(z.unknown()),
  isDeleted: z.nullish(z.boolean("invalid")),
});
export type AccountEntry = z.infer<typeof accountEntry>;

/** The account whose key is to be checked or whose id is to be changed. */
export const accountRequest = z.object({
  id: z.string("required").check(z.maxLength(64, "too_long"), z.regex(/^\P{Cc}*$/u, "invalid")),
});

/** Pauses all of the user's accounts, or resumes those that were paused together. */
export const pausePayload = z.object({ isPaused: z.boolean("required") });

/** Twice the limit, since all accounts may be replaced at once. */
export const accountEntries = z.array(accountEntry).check(z.maxLength(2 * MAX_ACCOUNTS, "too_many_entries"));
