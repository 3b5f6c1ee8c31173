import { useSite } from "../../core/site.ts";
import { Mark } from "../../ui/mark.tsx";

/** The logo, in the same place in every header, and in what stands for one while the page loads. */
export function Logo() {
  const { brand } = useSite();
  return (
    <a
      href="/"
      className="mr-auto inline-flex min-h-11 max-w-[60vw] min-w-0 shrink-0 items-center gap-2 text-18 font-semibold"
    >
      <LogoLook brand={brand} />
    </a>
  );
}

export function LogoLook({ brand }: { readonly brand: string }) {
  return (
    <>
      <Mark className="size-7 shrink-0 text-accent" />
      <span className="truncate">{brand}</span>
    </>
  );
}
