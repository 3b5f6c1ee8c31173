/** The open order in the address: how one is opened, how the reader turns to another one, and what closing leads to. */
import { orderPath } from "@chartrelay/contract";
import { startTransition, useState } from "react";
import { useLocation, useMatch, useNavigate } from "react-router";

const LIST = "/profile/orders";

/** Kept with an open order's entry in the history: the list's query when the reader opened an order there. */
interface Opening {
  readonly openedAt: string;
}

export interface OpenOrderControl {
  readonly isOpen: boolean;
  /** A row was clicked, and its panel is on its way. */
  readonly isOpening: boolean;
  /** Opens an order of the list. */
  readonly open: (order: { readonly id: string }) => void;
  /** Shows another order in place of the open one, with the list at `query`. */
  readonly turnTo: (id: string, query: string) => void;
  readonly close: () => void;
}

export function useOpenOrder(): OpenOrderControl {
  const isOpen = useMatch("/profile/orders/:id") !== null;
  const navigate = useNavigate();
  const { search, state } = useLocation();
  const opening = state as Opening | null;
  const [isOpening, setIsOpening] = useState(false);

  async function open({ id }: { readonly id: string }): Promise<void> {
    // The router's own state follows only once the panel can be shown.
    setIsOpening(true);
    await navigate(
      { pathname: orderPath(id), search },
      { preventScrollReset: true, state: { openedAt: search } satisfies Opening },
    );
    startTransition(() => setIsOpening(false));
  }
  return {
    isOpen,
    isOpening,
    open: (order) => void open(order),
    turnTo: (id, query) =>
      void navigate(
        { pathname: orderPath(id), search: query },
        { preventScrollReset: true, replace: true, state: opening },
      ),
    close() {
      // Where the list is as it was, closing is going back; it leaves no entry to go forward through again and again.
      if (opening?.openedAt === search) void navigate(-1);
      else void navigate({ pathname: LIST, search }, { preventScrollReset: true, replace: true });
    },
  };
}
