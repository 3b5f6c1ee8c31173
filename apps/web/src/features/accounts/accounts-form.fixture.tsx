import { MASKED_KEY, type Account, type ListedVenue } from "@chartrelay/contract";
import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { useSelector } from "react-redux";
import { onTestFinished, vi } from "vitest";
import { apiThatAnswers, renderPart, storeAt, type Answers } from "../../../test/app.tsx";
import { Notifications } from "../../core/notifications/notifications.tsx";
import { AccountsForm, selectAccounts, setAccounts } from "./index.ts";

/** An Alor account as the API lists it, with its keys saved. */
export const SAVED: Account = {
  id: "t2n70rxhwwm8zhq43gae99ky71",
  oldId: null,
  name: null,
  exchange: "ALOR_BROKER",
  apiKey: MASKED_KEY,
  keyEnding: "4821",
  secretKey: MASKED_KEY,
  telegramChatId: null,
  chatProblem: null,
  isDemo: true,
  allowMargin: false,
  isPaused: false,
  isPausedWithAll: false,
  onUnknownOutcome: "wait",
  keyCheckedAt: null,
  keyRefusal: null,
  keyExpiresAt: null,
  createdDate: "2026-11-21T12:00:00.000Z",
  isDeleted: false,
};

/** The account that a save added. */
export const ADDED: Account = {
  ...SAVED,
  id: "h9c2m4rxhwwm8zhq43gae99ky7",
  exchange: "TINKOFF",
  apiKey: "",
  keyEnding: null,
  secretKey: "",
  createdDate: "2026-11-21T12:00:00.001Z",
};

/** What the switches use to measure themselves; there is no layout here to measure. */
class NoLayout {
  observe() {}
  unobserve() {}
  disconnect() {}
}

export interface Options {
  readonly accounts?: readonly Account[];
  readonly isPro?: boolean;
  readonly answers?: Answers;
  readonly soughtId?: string;
  readonly venues?: readonly ListedVenue[];
  /** Rendered after the form. */
  readonly beside?: ReactNode;
}

/** Renders the form of the keys page in Russian, over an API with these answers. */
export async function openForm({
  accounts = [SAVED],
  isPro = false,
  answers = {},
  soughtId,
  venues,
  beside,
}: Options = {}) {
  onTestFinished(cleanup);
  vi.stubGlobal("ResizeObserver", NoLayout);
  vi.spyOn(console, "error").mockReturnValue();
  vi.spyOn(console, "warn").mockReturnValue();
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => 0, removeEventListener: () => 0 }));
  const api = apiThatAnswers(answers);
  const { store } = storeAt(api);
  store.dispatch(setAccounts([...accounts]));
  const Form = () => (
    <AccountsForm
      accounts={useSelector(selectAccounts) ?? []}
      isPro={isPro}
      soughtId={soughtId}
      {...(venues && { venues })}
    />
  );
  const user = userEvent.setup();
  await renderPart(
    <>
      <Form />
      {beside}
      <Notifications />
    </>,
    store,
    "ru",
  );
  return { api, store, user };
}

/** The button that saves the list. */
export const save = () => screen.getByRole<HTMLButtonElement>("button", { name: "Сохранить" });
