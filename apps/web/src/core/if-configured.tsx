import { blankOf, sectionIf, sectionUnless, supportUrlOf, type Seller } from "@chartrelay/contract";
import type { ReactNode } from "react";
import { useSiteView, type SiteView } from "./site.ts";

/** What public pages show and the operator may have left out. */
interface Optional {
  readonly contactEmail: string;
  readonly contactTelegram: string;
  /** Where to ask support, by whichever channel there is. */
  readonly supportUrl: string;
  readonly supportBotUrl: string;
  readonly seller: Seller;
}

interface IfConfiguredProps<Name extends keyof Optional> {
  readonly name: Name;
  readonly children: (value: Optional[Name]) => ReactNode;
  /** What to show if the operator left it out. */
  readonly otherwise?: ReactNode;
}

/** Shows something that the operator configured. In a prerender the server decides later whether it is there. */
export function IfConfigured<Name extends keyof Optional>({ name, children, otherwise }: IfConfiguredProps<Name>) {
  const site = useSiteView();
  const value = valuesOf(site)[name];
  const given = value !== undefined && children(value);
  if (!site.isBlank) return given || otherwise;
  const [start, end] = sectionIf(name);
  const [otherwiseStart, otherwiseEnd] = sectionUnless(name);
  return (
    <>
      {start}
      {given}
      {end}
      {otherwise !== undefined && (
        <>
          {otherwiseStart}
          {otherwise}
          {otherwiseEnd}
        </>
      )}
    </>
  );
}

function valuesOf(site: SiteView): Partial<Optional> {
  const supportUrl = site.isBlank ? blankOf("supportUrl") : supportUrlOf(site);
  return { ...site, ...(supportUrl !== undefined && { supportUrl }) };
}
