-- overlap: yes
ALTER TABLE "policy_texts" ADD COLUMN "filled_in" text;