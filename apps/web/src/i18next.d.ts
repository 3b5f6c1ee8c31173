/** Keys of texts are checked by the compiler, against the English ones; that the Russian ones match is a test of theirs. */
import type auth from "@chartrelay/locales/en/auth.json";
import type consent from "@chartrelay/locales/en/consent.json";
import type landing from "@chartrelay/locales/en/landing.json";
import type legal from "@chartrelay/locales/en/legal.json";
import type payment from "@chartrelay/locales/en/payment.json";
import type profile from "@chartrelay/locales/en/profile.json";
import type shell from "@chartrelay/locales/en/shell.json";
import type ui from "@chartrelay/locales/en/ui.json";
import type validation from "@chartrelay/locales/en/validation.json";

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "shell";
    resources: {
      auth: typeof auth;
      consent: typeof consent;
      landing: typeof landing;
      legal: typeof legal;
      payment: typeof payment;
      profile: typeof profile;
      shell: typeof shell;
      ui: typeof ui;
      validation: typeof validation;
    };
  }
}
