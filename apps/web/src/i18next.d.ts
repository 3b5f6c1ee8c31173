/** The compiler checks the keys of texts against the English ones; a test checks that the Russian ones match. */
import type about from "@chartrelay/locales/en/about.json";
import type accounts from "@chartrelay/locales/en/accounts.json";
import type alerts from "@chartrelay/locales/en/alerts.json";
import type audit from "@chartrelay/locales/en/audit.json";
import type auth from "@chartrelay/locales/en/auth.json";
import type builder from "@chartrelay/locales/en/builder.json";
import type checkout from "@chartrelay/locales/en/checkout.json";
import type consent from "@chartrelay/locales/en/consent.json";
import type contacts from "@chartrelay/locales/en/contacts.json";
import type descriptions from "@chartrelay/locales/en/descriptions.json";
import type faqReasons from "@chartrelay/locales/en/faq-reasons.json";
import type faq from "@chartrelay/locales/en/faq.json";
import type firstSteps from "@chartrelay/locales/en/first-steps.json";
import type landing from "@chartrelay/locales/en/landing.json";
import type legalOffer from "@chartrelay/locales/en/legal-offer.json";
import type legalPersonalData from "@chartrelay/locales/en/legal-personal-data.json";
import type legalPrivacy from "@chartrelay/locales/en/legal-privacy.json";
import type legal from "@chartrelay/locales/en/legal.json";
import type orders from "@chartrelay/locales/en/orders.json";
import type overview from "@chartrelay/locales/en/overview.json";
import type payment from "@chartrelay/locales/en/payment.json";
import type profile from "@chartrelay/locales/en/profile.json";
import type reasons from "@chartrelay/locales/en/reasons.json";
import type relayHealth from "@chartrelay/locales/en/relay-health.json";
import type settings from "@chartrelay/locales/en/settings.json";
import type shell from "@chartrelay/locales/en/shell.json";
import type tariffs from "@chartrelay/locales/en/tariffs.json";
import type titles from "@chartrelay/locales/en/titles.json";
import type trading from "@chartrelay/locales/en/trading.json";
import type tradingview from "@chartrelay/locales/en/tradingview.json";
import type ui from "@chartrelay/locales/en/ui.json";
import type users from "@chartrelay/locales/en/users.json";
import type validation from "@chartrelay/locales/en/validation.json";

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "shell";
    resources: {
      about: typeof about;
      accounts: typeof accounts;
      alerts: typeof alerts;
      audit: typeof audit;
      auth: typeof auth;
      builder: typeof builder;
      checkout: typeof checkout;
      consent: typeof consent;
      contacts: typeof contacts;
      descriptions: typeof descriptions;
      "faq-reasons": typeof faqReasons;
      faq: typeof faq;
      "first-steps": typeof firstSteps;
      landing: typeof landing;
      "legal-offer": typeof legalOffer;
      "legal-personal-data": typeof legalPersonalData;
      "legal-privacy": typeof legalPrivacy;
      legal: typeof legal;
      orders: typeof orders;
      overview: typeof overview;
      payment: typeof payment;
      profile: typeof profile;
      reasons: typeof reasons;
      "relay-health": typeof relayHealth;
      settings: typeof settings;
      shell: typeof shell;
      tariffs: typeof tariffs;
      titles: typeof titles;
      trading: typeof trading;
      tradingview: typeof tradingview;
      ui: typeof ui;
      users: typeof users;
      validation: typeof validation;
    };
  }
}
