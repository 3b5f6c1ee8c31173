/** The settings follow the list of venues: adding a made-up fifth one adds its settings. */
import { expect, test } from "vitest";
import { FIVE_VENUES } from "../../../packages/contract/src/venues/fifth-venue.fixture.ts";
import { ConfigError } from "./config-error.ts";
import { readConfig } from "./config.ts";
import { addressSettings, isAnyUnset, venueAddresses } from "./venue-addresses.ts";

const SET = { FIFTH_VENUE_API_URL: "http://127.0.0.1:9/" };

test("the address settings of a fifth venue are read, and checked like the others", () => {
  expect(readConfig(SET, FIVE_VENUES).addresses).toEqual({ FIFTH_VENUE_API_URL: "http://127.0.0.1:9" });
  expect(readConfig(SET).addresses).toEqual({});
  expect(() => readConfig({ FIFTH_VENUE_DEMO_API_URL: "ftp://fifth" }, FIVE_VENUES)).toThrow(
    new ConfigError("FIFTH_VENUE_DEMO_API_URL: must be an http or https URL"),
  );
});

test("it is offered unless the operator chooses others, and can be chosen by name", () => {
  const offered = (OFFERED_VENUES?: string) => readConfig({ OFFERED_VENUES }, FIVE_VENUES).site.offeredVenues;
  expect(offered()).toEqual(["ALOR_BROKER", "TINKOFF", "BINANCE_SPOT", "BINANCE_FUTURES", "FIFTH_VENUE"]);
  expect(offered("FIFTH_VENUE,TINKOFF")).toEqual(["FIFTH_VENUE", "TINKOFF"]);
  expect(() => readConfig({ OFFERED_VENUES: "FIFTH_VENUE" })).toThrow('OFFERED_VENUES: knows no venue "FIFTH_VENUE"');
});

test("it is called at its own hosts, unless a simulator stands in or the operator sets another address", () => {
  const own = {
    FIFTH_VENUE_API_URL: "https://api.fifth-venue.example",
    FIFTH_VENUE_DEMO_API_URL: "https://demo-api.fifth-venue.example",
  };
  const simulated = { FIFTH_VENUE_DEMO_API_URL: "http://127.0.0.1:8" };
  const { addresses } = readConfig(SET, FIVE_VENUES);
  expect(venueAddresses({}, {}, FIVE_VENUES)).toMatchObject(own);
  expect(venueAddresses(addresses, simulated, FIVE_VENUES)).toMatchObject({ ...simulated, ...addresses });
  const four = Object.fromEntries(addressSettings().map((name) => [name, "http://127.0.0.1:7"]));
  expect([isAnyUnset(four), isAnyUnset(four, FIVE_VENUES)]).toEqual([false, true]);
});
