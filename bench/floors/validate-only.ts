/** Validates an alert and stores nothing. */
import { randomUUID } from "node:crypto";
import { serveWebhook } from "./webhook.ts";

await serveWebhook(async () => randomUUID());
