/** Mail: the mails to users, and how they are sent. */
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
