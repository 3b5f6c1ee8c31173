/** Mail: what is written to users' mailboxes, and the way it takes. */
export {
  accountsChangedMail,
  emailConfirmationMail,
  newSignInMail,
  passwordChangedMail,
  passwordResetMail,
  paymentReceivedMail,
  subscriptionEndedMail,
  subscriptionEndingMail,
  telegramLinkedMail,
  twoFactorOffMail,
  welcomeMail,
} from "./mails.ts";
export { createMailer, MailNotEncrypted, type MailServer } from "./send.ts";
