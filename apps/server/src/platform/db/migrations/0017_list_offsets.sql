CREATE TABLE "list_offsets" (
	"user_id" uuid NOT NULL,
	"list" text NOT NULL,
	"deleted" integer NOT NULL,
	CONSTRAINT "list_offsets_user_id_list_pk" PRIMARY KEY("user_id","list")
);
