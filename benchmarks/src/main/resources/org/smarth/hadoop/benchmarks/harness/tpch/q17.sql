select sum(l_extendedprice) / 7.0 avg_yearly
from lineitem
join part on p_partkey = l_partkey
join (select l_partkey a_partkey, 0.2 * avg(l_quantity) a_quantity
from lineitem
group by l_partkey) a on a_partkey = l_partkey
where p_brand = 'Brand#23' and p_container = 'MED BOX' and l_quantity < a_quantity
