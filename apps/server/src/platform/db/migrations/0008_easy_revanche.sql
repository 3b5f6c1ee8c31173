CREATE TABLE "egress_starts" (
	"budget" text PRIMARY KEY NOT NULL,
	"starts" bigint[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "egress_weights" (
	"budget" text PRIMARY KEY NOT NULL,
	"minute" bigint NOT NULL,
	"used" integer NOT NULL
);
