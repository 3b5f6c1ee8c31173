/** Two hundred messages that a trader's alert may post: right ones, slips, near misses, and what a venue has to say to each. */
import type { VenueName } from "@chartrelay/contract";
import { VENUE_KITS } from "../venue-kit.ts";
import { fieldMessages } from "./fields.ts";
import { idMessages } from "./ids.ts";
import { otherFieldMessages } from "./other-fields.ts";
import { tickerMessages } from "./tickers.ts";
import { writtenMessages } from "./writings.ts";
import type { RightMessages } from "./right-messages.ts";

export interface TraderMessage {
  /** Unlike any other's. */
  readonly name: string;
  readonly body: string | Buffer;
  readonly contentType: string;
}

/** The two hundred, for an account at a venue, in the order in which they are to be posted: some use an id of one before. */
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
