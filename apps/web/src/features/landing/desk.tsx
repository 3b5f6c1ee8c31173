/**
 * What a trader sees when an order is refused: the list, the opened order and the chat, drawn with the product's own
 * parts and texts. One story in three places: a perpetual's ticker at a spot account, corrected four minutes later.
 */
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { classNames } from "../../ui/class-names.ts";
import { DeskChat } from "./desk-chat.tsx";
import { DeskList } from "./desk-list.tsx";
import { DeskOrder } from "./desk-order.tsx";
import { Section } from "./section.tsx";

export function Desk() {
  const { t } = useTranslation("landing");
  return (
    <Section id="desk" title={t("desk")} lead={t("desk_lead")}>
      <div className="mt-10 grid gap-x-6 gap-y-10 desktop:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <Piece title={t("desk_list")} text={t("desk_list_text")}>
          <DeskList />
        </Piece>
        <Piece title={t("desk_order")} text={t("desk_order_text")}>
          <DeskOrder />
        </Piece>
        <Piece title={t("desk_chat")} text={t("desk_chat_text")} isAcross>
          <DeskChat />
        </Piece>
      </div>
    </Section>
  );
}

interface PieceProps {
  readonly title: string;
  readonly text: string;
  /** Takes the whole width, with its caption beside it. */
  readonly isAcross?: boolean;
  readonly children: ReactNode;
}

function Piece({ title, text, isAcross = false, children }: PieceProps) {
  return (
    <figure
      className={classNames(
        "flex flex-col gap-5",
        isAcross && "desktop:col-span-2 desktop:grid desktop:grid-cols-[minmax(0,1fr)_minmax(0,3fr)] desktop:gap-6",
      )}
    >
      <figcaption>
        <h3 className="text-22 font-semibold">{title}</h3>
        <p className="mt-1 text-muted">{text}</p>
      </figcaption>
      <div className="flex grow flex-col overflow-hidden card shadow-card">{children}</div>
    </figure>
  );
}
