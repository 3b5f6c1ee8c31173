/** What the widget shows: a card form, the bank's confirmation if the card needs one, and the result. */
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { DECLINE_REASONS, reasonOf } from "./reason-codes.ts";
import { PUBLIC_ID, type Terminal } from "./terminal.ts";
import { TEST_CARDS } from "./test-cards.ts";
import type { Transaction } from "./transactions.ts";
import { WIDGET_PATH, WIDGET_SCRIPT } from "./widget-script.ts";

const charge = z.object({
  card: z.string(),
  declineCode: z.int().optional(),
  parameters: z.object({
    publicTerminalId: z.literal(PUBLIC_ID),
    amount: z.number().positive(),
    currency: z.literal("RUB"),
    paymentSchema: z.literal("Single"),
    description: z.string().default(""),
    externalId: z.string().optional(),
    receiptEmail: z.string().optional(),
    userInfo: z.object({ accountId: z.string().optional() }).default({}),
  }),
});
const confirmation = z.object({ transactionId: z.number(), isConfirmed: z.boolean() });

/** Adds the script and the frame to a server whose requests carry their body as text. */
export function widgetRoutes(app: FastifyInstance, terminal: Terminal): void {
  app.get(WIDGET_PATH, async (_, reply) =>
    reply.type("text/javascript; charset=utf-8").header("cache-control", "no-store").send(WIDGET_SCRIPT),
  );
  app.get("/frame", async (_, reply) => reply.type("text/html; charset=utf-8").send(FRAME));

  app.post("/frame/pay", async (request, reply) => {
    const read = charge.safeParse(JSON.parse(request.text));
    if (!read.success) return reply.code(400).send({ message: z.prettifyError(read.error) });
    const { card, declineCode, parameters } = read.data;
    const transaction = await terminal.charge({
      amount: parameters.amount,
      currency: parameters.currency,
      invoiceId: parameters.externalId,
      accountId: parameters.userInfo.accountId,
      email: parameters.receiptEmail,
      description: parameters.description,
      cardNumber: card.replaceAll(/\s/g, ""),
      declineCode,
    });
    return resultOf(transaction);
  });

  app.post("/frame/confirm", async (request, reply) => {
    const { transactionId, isConfirmed } = confirmation.parse(JSON.parse(request.text));
    const transaction = terminal.confirm(transactionId, isConfirmed);
    return transaction ? resultOf(transaction) : reply.code(404).send({ message: "no such payment" });
  });
}

function resultOf({ id, status, reasonCode }: Transaction) {
  return { transactionId: id, status, reasonCode, message: reasonCode === 0 ? null : reasonOf(reasonCode).message };
}

const spaced = (number: string) => number.replaceAll(/(\d{4})(?=\d)/g, "$1 ");
const CARD_OPTIONS = TEST_CARDS.map(({ number, isThreeDs, hasFunds }) => {
  const traits = [isThreeDs ? "3-DS" : "no 3-DS", hasFunds ? "succeeds" : "no funds"].join(", ");
  return `<option value="${spaced(number)}">${traits}</option>`;
}).join("");

/** What else than the card's own outcome a bank may answer; nothing at all is the worst. */
const OUTCOME_OPTIONS = [
  '<option value="">as the card says</option>',
  ...DECLINE_REASONS.map(({ code, name }) => `<option value="${code}">${code} ${name}</option>`),
  '<option value="silence">no answer reaches the payer</option>',
].join("");

const FRAME = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>CloudPayments (simulated)</title>
<style>
  * { box-sizing: border-box; font: 16px/1.5 system-ui, sans-serif; }
  html { background: rgb(6 9 15 / 60%); }
  body { min-height: 100vh; margin: 0; display: grid; place-items: center; padding: 16px; }
  main { width: 100%; max-width: 380px; background: #fff; color: #0e1420; border-radius: 16px; padding: 24px; }
  h1 { font-size: 22px; font-weight: 600; margin: 0 0 4px; }
  p { margin: 0 0 16px; color: #566074; }
  label { display: block; margin-bottom: 12px; }
  input, select { display: block; width: 100%; min-height: 44px; border: 1px solid #848fa3; border-radius: 10px; padding: 0 12px; }
  .row { display: grid; grid-template-columns: 1fr 1fr; gap: 12px; }
  button { width: 100%; min-height: 44px; border: 1px solid #2b50e8; border-radius: 10px; background: #2b50e8; color: #fff; cursor: pointer; }
  button.quiet { margin-top: 8px; background: #fff; color: #2b50e8; }
  [hidden] { display: none; }
</style>
<main>
  <form id="card" hidden>
    <h1>CloudPayments</h1>
    <p>Simulated: no money moves. <span id="sum"></span></p>
    <label>Card number <input id="number" list="cards" inputmode="numeric" autocomplete="off" required></label>
    <datalist id="cards">${CARD_OPTIONS}</datalist>
    <div class="row">
      <label>Expires <input id="expires" value="12/30" required></label>
      <label>CVV <input id="cvv" value="123" inputmode="numeric" required></label>
    </div>
    <label>The bank answers <select id="outcome">${OUTCOME_OPTIONS}</select></label>
    <button>Pay</button>
    <button type="button" class="quiet close">Close</button>
  </form>
  <div id="bank" hidden>
    <h1>3-D Secure</h1>
    <p>The simulated bank asks whether it is you who pays.</p>
    <button id="confirm">Confirm</button>
    <button id="refuse" class="quiet">Refuse</button>
  </div>
  <div id="end" hidden>
    <h1 id="verdict"></h1>
    <p id="reason"></p>
    <button id="retry">Try another card</button>
    <button class="quiet close">Close</button>
  </div>
</main>
<script>
  const $ = (id) => document.getElementById(id);
  const steps = ["card", "bank", "end"];
  const show = (step) => {
    for (const each of steps) $(each).hidden = each !== step;
    $(step).querySelector("input, button").focus();
  };
  let seller, parameters, transactionId;
  let result = { type: "cancel", status: "cancel", data: {}, message: null };
  const tell = (message) => parent.postMessage({ ...message, result }, seller ?? "*");

  addEventListener("message", ({ source, origin, data }) => {
    if (source !== parent || data.kind !== "start") return;
    seller = origin;
    parameters = data.parameters;
    $("sum").textContent = parameters.amount.toFixed(2) + " " + parameters.currency;
    show("card");
  });

  async function post(path, body) {
    const response = await fetch(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
    const answer = await response.json();
    if (!response.ok) throw new Error(answer.message);
    return answer;
  }

  async function next(step) {
    try {
      const { status, reasonCode, message, transactionId: id } = await step;
      transactionId = id;
      if ($("outcome").value === "silence") throw new Error("No answer");
      if (status === "AwaitingAuthentication") return show("bank");
      const isPaid = status === "Completed";
      // A declined payment is of type error, as in the documentation's example.
      result = isPaid
        ? { type: "payment", status: "success", data: { transactionId: id } }
        : { type: "error", status: "fail", data: { transactionId: id, ReasonCode: reasonCode }, message };
      finish(isPaid ? "Paid" : "Declined", isPaid ? "" : message + " (" + reasonCode + ")", isPaid);
    } catch (error) {
      result = { type: "error", status: "fail", data: {}, message: error.message };
      finish("Error", error.message, false);
    }
  }

  function finish(verdict, reason, isPaid) {
    $("verdict").textContent = verdict;
    $("reason").textContent = reason;
    $("retry").hidden = isPaid || parameters.retryPayment === false;
    show("end");
    tell({ kind: "tried" });
    if (isPaid && parameters.autoClose) setTimeout(() => tell({ kind: "closed" }), parameters.autoClose * 1000);
  }

  $("card").addEventListener("submit", (event) => {
    event.preventDefault();
    const declineCode = Number($("outcome").value) || undefined;
    next(post("/frame/pay", { card: $("number").value, declineCode, parameters }));
  });
  $("confirm").addEventListener("click", () => next(post("/frame/confirm", { transactionId, isConfirmed: true })));
  $("refuse").addEventListener("click", () => next(post("/frame/confirm", { transactionId, isConfirmed: false })));
  $("retry").addEventListener("click", () => show("card"));
  for (const button of document.querySelectorAll(".close")) button.addEventListener("click", () => tell({ kind: "closed" }));
  parent.postMessage({ kind: "ready" }, "*");
</script>
`;
