/** Two hundred messages that an alert may post: right ones, slips, near misses, and ones that a venue refuses. */
import type { VenueName } from "@chartrelay/contract";
import { VENUE_KITS } from "../venue-kit.ts";
import { fieldMessages } from "./fields.ts";
import { idMessages } from "./ids.ts";
import { otherFieldMessages } from "./other-fields.ts";
import { tickerMessages } from "./tickers.ts";
import { writtenMessages } from "./writings.ts";
import type { RightMessages } from "./right-messages.ts";

export interface TraderMessage {
  /** Unique. */
  readonly name: string;
  readonly body: string | Buffer;
  readonly contentType: string;
}

/** Returns the two hundred for an account at a venue, in posting order: some reuse the id of an earlier one. */
export function traderMessages(account: string, venue: VenueName): readonly TraderMessage[] {
  const kit = VENUE_KITS[venue];
  const head = { account, direction: "buy" };
  const right: RightMessages = { market: { ...head, ...kit.market }, limit: { ...head, ...kit.others["limit"] } };
  const structured = [
    ...fieldMessages(right),
    ...tickerMessages(right),
    ...otherFieldMessages(right),
    ...idMessages(right),
  ];
  return [
    ...structured.map(([name, fields]) => ({ name, body: JSON.stringify(fields), contentType: JSON_TYPE })),
    ...writtenMessages(right).map(([name, body, contentType = "text/plain; charset=utf-8"]) => ({
      name,
      body,
      contentType,
    })),
  ];
}

const JSON_TYPE = "application/json; charset=utf-8";
