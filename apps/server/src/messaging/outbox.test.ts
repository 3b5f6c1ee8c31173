/** Messages from the outbox to their end on a server without a bot: no stored message stays open forever. */
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { eventually } from "../../../../scripts/eventually.ts";
import { startServer } from "../../test/server.ts";
import { createOutbox } from "./outbox.ts";
import type { NewMessage } from "./message.ts";

const server = await startServer({ parts: { telegram: undefined } });
const { database } = server.parts;
const outbox = createOutbox(server.parts);

const messageTo = (address: string, more: Partial<NewMessage> = {}): NewMessage => ({
  userId: null,
  channel: "TELEGRAM",
  address,
  language: "en",
  kind: "alert",
  data: { text: "SBER crossed 300" },
  ...more,
});
const stored = (address: string) =>
  database.query<{ status: string; reason: string | null; data: { text: string } }>(
    "select status, reason, data from messages where address = $1 order by seq",
    [address],
  );

test("a message that can't be sent on this server ends with the reason", async () => {
  await outbox.put(database, [messageTo("101")]);
  await eventually(async () =>
    expect(await stored("101")).toMatchObject([{ status: "REJECTED", reason: "CHANNEL_NOT_SET_UP" }]),
  );
});

test("only the first of two messages with one key is stored", async () => {
  const key = `order:${randomUUID()}:done`;
  await outbox.put(database, [messageTo("102", { key, data: { text: "first" } })]);
  await outbox.put(database, [messageTo("102", { key, data: { text: "second" } })]);
  expect(await stored("102")).toMatchObject([{ data: { text: "first" } }]);
});

test("messages of a transaction are sent if it commits, and never if it rolls back", async () => {
  const undone = new Error("taken back");
  const takenBack = database.orm.transaction(async (tx) => {
    await outbox.put(tx, [messageTo("103", { data: { text: "never" } })]);
    throw undone;
  });
  await expect(takenBack).rejects.toThrow(undone);
  await database.orm.transaction(async (tx) => outbox.put(tx, [messageTo("103", { data: { text: "committed" } })]));
  await eventually(async () =>
    expect(await stored("103")).toMatchObject([{ status: "REJECTED", data: { text: "committed" } }]),
  );
});

test("a text that the storage can't hold loses only characters that can't be shown", async () => {
  await outbox.put(database, [messageTo("104", { data: { text: "a\u0000b\uD800c" } })]);
  expect(await stored("104")).toMatchObject([{ data: { text: "ab\uFFFDc" } }]);
});
