/** The simulated chats in a browser: plain pages that show what the bot wrote, with forms to answer it. */
import { BOT_NAME, type SimulatedBot } from "./bot.ts";
import { CHAT_STATES, type Chat } from "./chats.ts";
import type { SentMessage } from "./sent-messages.ts";

const STYLE = `
  :root { color-scheme: light dark; font: 16px/1.45 system-ui, sans-serif }
  body { max-width: 40rem; margin: 2rem auto; padding: 0 1rem }
  article { border: 1px solid #8886; border-radius: .75rem; padding: .6rem .9rem; margin: .6rem 0; white-space: pre-wrap; overflow-wrap: anywhere }
  article.person { margin-left: 20%; background: #4a90d922 }
  time { display: block; font-size: .75rem; opacity: .7 }
  form { display: inline-flex; gap: .5rem; margin: .2rem .3rem .2rem 0 }
  form.say { display: flex }
  input[type=text] { flex: 1; font: inherit; padding: .4rem .6rem }
  button, select { font: inherit; padding: .35rem .8rem }`;

/** Returns the page of all chats, with a form to start one. */
export function chatsPage({ chats, sent }: SimulatedBot): string {
  const items = chats.list().map(({ id, type, name, state, migratedTo }) => {
    const count = sent.list(id).length;
    const what = migratedTo === undefined ? state : `now ${migratedTo}`;
    return `<li><a href="/__sandbox/telegram?chat=${id}">${escape(name)}</a> ${id}, ${type}, ${what}, messages: ${count}</li>`;
  });
  return page(
    "Simulated Telegram",
    `<p>The chats of @${BOT_NAME}. Nothing here reaches the real Telegram.</p>
    <ul>${items.join("") || "<li>No chat yet.</li>"}</ul>
    <h2>Begin a chat</h2>
    <form class="say" method="post" action="/__sandbox/telegram/say">
      <label>Your Telegram id <input type="text" name="chatId" inputmode="numeric" pattern="[0-9]+" value="1004" required></label>
      <input type="text" name="text" value="/start" aria-label="Message" required><button>Send</button>
    </form>`,
  );
}

/** Returns the page of one chat: the bot's messages with their buttons, and forms to act there. */
export function chatPage(chat: Chat, { sent }: SimulatedBot): string {
  const hidden = `<input type="hidden" name="chatId" value="${chat.id}">`;
  return page(
    `${chat.name} (${chat.id})`,
    `<p><a href="/__sandbox/telegram">All chats</a> · ${chat.type}, ${chat.state} · <a href="">Reload</a></p>
    ${sent
      .list(chat.id)
      .map((message) => article(message, hidden))
      .join("")}
    <form class="say" method="post" action="/__sandbox/telegram/say">${hidden}
      <input type="text" name="text" aria-label="Message" placeholder="/status" autofocus required><button>Send</button></form>
    <form method="post" action="/__sandbox/telegram/state">${hidden}
      <label>The chat is <select name="state">${CHAT_STATES.map(
        (state) => `<option${state === chat.state ? " selected" : ""}>${state}</option>`,
      ).join("")}</select></label><button>Set</button></form>`,
  );
}

/** Returns the page behind a link to the bot: a form to start a chat with the link's code. */
export function startPage(code: string): string {
  return page(
    `@${BOT_NAME}`,
    `<p>A link opens the bot here as it would in Telegram.</p>
    <form class="say" method="post" action="/__sandbox/telegram/say">
      <label>Your Telegram id <input type="text" name="chatId" inputmode="numeric" pattern="[0-9]+" value="1004" required></label>
      <input type="hidden" name="text" value="${escape(`/start ${code}`.trim())}"><button>Start</button>
    </form>`,
  );
}

function article({ text, buttons, receivedAt, edits }: SentMessage, hidden: string): string {
  const pressable = buttons
    .flat()
    .map(({ text: label, url }) =>
      url === undefined
        ? `<form method="post" action="/__sandbox/telegram/press">${hidden}<button name="button" value="${escape(label)}">${escape(label)}</button></form>`
        : `<a href="${escape(url)}">${escape(label)}</a> `,
    );
  const time = `<time datetime="${receivedAt}">${receivedAt}${edits > 0 ? ", edited" : ""}</time>`;
  return `<article>${escape(text)}${time}${pressable.join("")}</article>`;
}

function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
    <title>${escape(title)}</title><style>${STYLE}</style><h1>${escape(title)}</h1>${body}</html>`;
}

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
