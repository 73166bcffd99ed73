region hill
parent land
longname The Hill
msg
One sees far.
endmsg
end
region land
longname The Land
jail /hill/cellar 1 2
fallback 1
end
nomore
