import { getI18n } from "react-i18next";
import { Hero } from "../../features/landing/index.ts";
import { lazyPart } from "../../ui/lazy-part.tsx";

/** What the middle shows beyond the page's own texts: the words of the product. */
const MIDDLE_TEXTS = ["orders", "reasons", "faq-reasons", "notices"] as const;

const Middle = lazyPart(
  "landing-middle",
  async () => {
    // A prerender loads them while it renders the middle, so that they aren't part of the document.
    const [module] = await Promise.all([
      import("./middle.tsx"),
      import.meta.env.SSR ? undefined : getI18n().loadNamespaces(MIDDLE_TEXTS),
    ]);
    return module;
  },
  { isStatic: true },
);
const Rest = lazyPart("landing-rest", () => import("./rest.tsx"));

/** Visitors from another page get the whole page at once. */
export const loader = () => Promise.all([Middle.load(), Rest.load()]).then(() => null);

export function Component() {
  return (
    <div className="flex flex-col gap-20 pb-20 tablet:gap-28 tablet:pb-28">
      <Hero />
      <Middle.Component />
      <Rest.Component />
    </div>
  );
}
