/** The addresses of the pages: specification, section 2. Whoever serves, links or tests a page takes it from here. */
export const PAGES = [
  "/",
  "/profile",
  "/profile/api",
  "/profile/orders",
  "/profile/alerts",
  "/profile/users",
  "/registration",
  "/about",
  "/tariffs",
  "/faq",
  "/contacts",
  "/privacy",
  "/offer",
  "/reset-password",
  "/failed-payment",
  "/successful-payment",
  "/orders-test",
  "/faq-test",
] as const;
export type PagePath = (typeof PAGES)[number];
