import type { Account, ListedVenue } from "@chartrelay/contract";
import type { UseFormReturn } from "react-hook-form";
import type { EntriesForm } from "./entry.ts";

export interface AccountEntryProps {
  readonly form: UseFormReturn<EntriesForm>;
  readonly index: number;
  /** As it is saved; undefined for a new one. */
  readonly account: Account | undefined;
  readonly isPro: boolean;
  /** All that there are. */
  readonly venues: readonly ListedVenue[];
  /** What a new account may be at. */
  readonly offered: readonly ListedVenue[];
  readonly startsOpen: boolean;
  /** Takes a new one off the list: there is nothing to save. */
  readonly onRemove: () => void;
}
