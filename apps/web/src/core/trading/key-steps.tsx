import type { ListedVenue } from "@chartrelay/contract";
import { useTranslation } from "react-i18next";
import { classNames } from "../../ui/class-names.ts";
import { PicturedStep } from "../../ui/pictured-step.tsx";
import { StepPicture } from "./step-picture.tsx";

const STEPS = [1, 2, 3] as const;

interface KeyStepsProps {
  readonly venue: Pick<ListedVenue, "texts">;
  /** On a wide screen, the steps stand side by side: for a page, not for a dialog. */
  readonly isAcross?: boolean;
}

/** How to make a key at a venue: three steps, each with a picture. */
export function KeySteps({ venue: { texts }, isAcross = false }: KeyStepsProps) {
  const { t } = useTranslation("key-steps");
  return (
    <ol className={classNames("flex flex-col gap-5", isAcross && "desktop:grid desktop:grid-cols-3 desktop:gap-8")}>
      {STEPS.map((step) => (
        <PicturedStep
          key={step}
          number={step}
          isColumn={isAcross}
          picture={
            <StepPicture
              address={t(`${texts}_address_${step}`)}
              button={t(`${texts}_button_${step}`)}
              focus={step === 1 ? "menu" : step === 2 ? "button" : "value"}
            />
          }
        >
          <p>{t(`${texts}_step_${step}`)}</p>
        </PicturedStep>
      ))}
    </ol>
  );
}
