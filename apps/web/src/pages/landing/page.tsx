import { Hero } from "../../features/landing/index.ts";
import { lazyPart } from "../../ui/lazy-part.tsx";

const Middle = lazyPart("landing-middle", () => import("./middle.tsx"), { isStatic: true });
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
