import type { Account, ListedVenue } from "@chartrelay/contract";
import type { UseFormReturn } from "react-hook-form";
import type { EntriesForm } from "./entry.ts";

export interface AccountEntryProps {
  readonly form: UseFormReturn<EntriesForm>;
  readonly index: number;
  /** The saved account; undefined for a new one. */
  readonly account: Account | undefined;
  readonly isPro: boolean;
  /** All venues. */
  readonly venues: readonly ListedVenue[];
  /** The venues on offer for a new account. */
  readonly offered: readonly ListedVenue[];
  readonly startsOpen: boolean;
  /** Removes a new entry from the list: there is nothing to save. */
  readonly onRemove: () => void;
}
