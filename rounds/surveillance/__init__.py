"""The reviewer's screens: the audit log and the replay of a round."""
