import type { PrerenderedPage } from "@chartrelay/contract";

/** Prerendered pages that the application takes over as a whole: they are a form, or show how a payment ended. */
const FORM_PAGES = ["/registration", "/reset-password", "/failed-payment", "/successful-payment"] as const;
export type FormPage = (typeof FORM_PAGES)[number];
export type SitePage = Exclude<PrerenderedPage, FormPage>;

/** Returns whether a page is a document with islands. */
export const isSitePage = (page: PrerenderedPage): page is SitePage => !FORM_PAGES.some((form) => form === page);
